/* The files beside this one, as bytes of the program. */
    .section .rodata
    .macro file name, path
    .global dotwire_bench_\name
    .global dotwire_bench_\name\()_end
dotwire_bench_\name:
    .incbin "\path"
dotwire_bench_\name\()_end:
    .endm

    file Product, "Product.csv"
    file ProductDescription, "ProductDescription.csv"
    file ProductPhoto, "ProductPhoto.bin"
    file ProductReview, "ProductReview.csv"

    .section .note.GNU-stack, "", %progbits
