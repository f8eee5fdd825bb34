// A task sees the values its firstprivate variables had when it was created, whatever its creator does next.
#include "check.h"

typedef struct {
  int id;
  char text[100];
} Message;

int main(void) {
  int bad = 0, ran = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 500; i++) {
    Message message;
    int array[17];
    double real = i * 0.5;
    char letter = (char)(i % 128);
    message.id = i;
    snprintf(message.text, sizeof message.text, "message %d", i);
    for (int j = 0; j < 17; j++) array[j] = i * j;
#pragma omp task firstprivate(message, array, real, letter) shared(bad, ran)
    {
      char wanted[100];
      snprintf(wanted, sizeof wanted, "message %d", i);
      int wrong = message.id != i || strcmp(wanted, message.text) || real != i * 0.5 || letter != (char)(i % 128);
      for (int j = 0; j < 17; j++) wrong |= array[j] != i * j;
      if (wrong) HIT(bad);
      HIT(ran);
    }
    memset(&message, 0, sizeof message);
    memset(array, 0, sizeof array);
  }
  CHECK_EQ(bad, 0);
  CHECK_EQ(ran, 500);
  return check_result();
}
