export type Clock = {
  /** Returns epoch milliseconds. */
  now(): number;
};
