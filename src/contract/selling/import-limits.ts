/** So many rows an import of listings has at the most, below the line that names the columns. */
export const MAX_IMPORT_ROWS = 10_000;
/** So many bytes its file has at the most. */
export const MAX_IMPORT_BYTES = 40_000_000;
