export { findRemovedUsers, findUser, findUserByEmail, insertUser, markUserRemoved, markUserRestored, promoteToAdmin } from './queries.ts';
export { requireOwnAddress } from './rules.ts';
