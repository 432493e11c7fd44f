/** Epoch milliseconds. In every table, money is in whole cents, ids are UUIDv7 text, and JSON is text. */
export type Moment = number;
