/** A phone's maker, and the names and model numbers it is known by. */
export type KnownModel = { brand: string; models: string[] };

/** Looks up which phone an IMEI belongs to. */
export type TacDirectory = {
  /** Returns the maker and models of a type allocation code, an IMEI's first eight digits; null when unknown. */
  find(tac: string): Promise<KnownModel | null>;
};
