/** A model's fields by their names, as a file has them. */
export type Fields = Record<string, unknown>;

/** The fields at one place of a file (`line 3`), or the sentence that says why there are none. */
export type ImportedRecord = { where: string } & ({ fields: Fields } | { refused: string });

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
