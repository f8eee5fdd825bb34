/* ocr-errors.h: the codes that OCR calls return. 0 is "done". Those below 100, and ECANCELED, have Linux's errno
 * values. */
#ifndef HEDDLE_OCR_ERRORS_H
#define HEDDLE_OCR_ERRORS_H

#define OCR_EPERM 1         /**< not allowed in this state, or between objects of these kinds */
#define OCR_ENOENT 2        /**< there is no such thing: a hint that was never set */
#define OCR_EINTR 4         /**< interrupted */
#define OCR_EIO 5           /**< input or output failed */
#define OCR_ENXIO 6         /**< no such device or address */
#define OCR_E2BIG 7         /**< too many arguments */
#define OCR_ENOEXEC 8       /**< cannot be executed */
#define OCR_EAGAIN 11       /**< not now: try again */
#define OCR_ENOMEM 12       /**< no memory for it */
#define OCR_EACCES 13       /**< the caller does not hold the data block */
#define OCR_EFAULT 14       /**< bad address */
#define OCR_EBUSY 16        /**< in use */
#define OCR_ENODEV 19       /**< no such device */
#define OCR_EINVAL 22       /**< an argument is wrong, or the GUID names no object of that kind */
#define OCR_ENOSPC 28       /**< no room left */
#define OCR_ESPIPE 29       /**< cannot be positioned */
#define OCR_EROFS 30        /**< can only be read */
#define OCR_EDOM 33         /**< an argument lies outside the domain */
#define OCR_ERANGE 34       /**< a result cannot be represented */
#define OCR_ENOSYS 38       /**< not there */
#define OCR_ENOTEMPTY 39    /**< not empty */
#define OCR_ENOTSUP 95      /**< not supported */
#define OCR_EGUIDEXISTS 100 /**< an object with this label exists already */
#define OCR_EACQ 101        /**< the data block is acquired already */
#define OCR_EPEND 102       /**< not finished yet */
#define OCR_ENOP 103        /**< nothing was to be done */
#define OCR_ECANCELED 125   /**< cancelled */

/* The specification's text writes these two; no other header of OCR has them. */
#define OCR_ENOPERM OCR_EPERM  /**< the text's name of OCR_EPERM */
#define OCR_EACCESS OCR_EACCES /**< the text's name of OCR_EACCES */

#endif
