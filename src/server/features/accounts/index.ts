export { type LockedUser, lockUser } from './lock-queries.ts';
export {
  findRemovedUsers,
  findUser,
  findUserByEmail,
  giveToIdentity,
  insertUser,
  isAdmin,
  markUserRemoved,
  markUserRestored,
  promoteToAdmin,
} from './queries.ts';
export { requireOwnAddress } from './rules.ts';
export { createSignInAlerts } from './sign-in-alerts.ts';
