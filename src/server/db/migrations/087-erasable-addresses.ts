import type { DatabaseConfig } from '../database.ts';

/**
 * Addresses stay unique, by an index that isn’t of whole rows: PostgreSQL then lets others refer to a person while their address changes. Otherwise
 * erasing somebody waits for everybody who notifies them or buys from them, and these for it.
 */
export const erasableAddresses = (engine: DatabaseConfig['kind']): string[] =>
  engine === 'sqlite' ? [] : ['create unique index users_email on users (email) where email is not null', 'alter table users drop constraint users_email_key'];
