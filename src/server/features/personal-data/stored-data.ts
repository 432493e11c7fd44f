import type { Db, UserRow } from '../../db/tables.ts';

export type Person = Pick<UserRow, 'id' | 'email'>;

/** A table's data about a person: a name, a sentence about it, and the rows. */
export type StoredData = { name: string; about: string; rows(db: Db, person: Person): Promise<object[]> };
