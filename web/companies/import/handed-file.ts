let handed: File | null = null

/** A file cannot stand in an address: whoever opens the upload page with one leaves it here. */
export const handOver = (file: File | null) => {
  handed = file
}

export const handedFile = () => handed
