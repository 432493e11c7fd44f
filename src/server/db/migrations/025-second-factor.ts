/**
 * Second factors of accounts of built-in identity: the secret of the app's codes, sealed, and recovery codes as salted hashes.
 * `last_step`: the time step of the code that was taken last; no code of it or before is taken again.
 */
export const secondFactors = [
  `create table second_factors (user_id text primary key references identity_users ("id") on delete cascade, secret text not null, salt text not null,
    started_at bigint not null, confirmed_at bigint, last_step bigint)`,
  `create table recovery_codes (user_id text not null references second_factors (user_id) on delete cascade, hash text not null, used_at bigint,
    primary key (user_id, hash))`,
];
