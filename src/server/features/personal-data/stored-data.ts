import type { Db, Tables, UserRow } from '../../db/tables.ts';

export type Person = Pick<UserRow, 'id' | 'email'>;

/** A table's data about a person: a name, a sentence about it, and the rows. */
export type StoredData = { name: string; about: string; rows(db: Db, person: Person): Promise<object[]> };

/** The personal data in each table, or the reason why it has none. */
export type StoredTables = Record<keyof Tables, StoredData | StoredData[] | string>;
