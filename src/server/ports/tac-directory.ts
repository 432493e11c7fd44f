/** Who made a phone, and by which names and model numbers it is known. */
export type KnownModel = { brand: string; models: string[] };

/** Says which phone an IMEI belongs to. */
export type TacDirectory = {
  /** Maker and models of a type allocation code, an IMEI's first eight digits; null when it isn't known. */
  find(tac: string): Promise<KnownModel | null>;
};
