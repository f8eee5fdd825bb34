// The functions of the library fmt, compiled from its headers once: the command then needs no libfmt.so when it runs,
// and its other sources take a third of the time that they take with fmt's FMT_HEADER_ONLY (2.1 s of 6.6).
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

// What format.h says is instantiated elsewhere: here.
template FMT_API auto thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref) -> char;
#if FMT_VERSION >= 100000
template FMT_API void vformat_to(buffer<char>&, string_view, typename vformat_args<>::type, locale_ref);
#endif

}  // namespace detail
FMT_END_NAMESPACE
