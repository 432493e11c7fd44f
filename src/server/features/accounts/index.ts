export { findRemovedUsers, findUser, findUserByEmail, giveToIdentity, insertUser, markUserRemoved, markUserRestored, promoteToAdmin } from './queries.ts';
export { requireOwnAddress } from './rules.ts';
