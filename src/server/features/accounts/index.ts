export { assignToIdentity, notifyAdmins, promoteToAdmin, registerUser } from './commands.ts';
export { deviceOf } from './device.ts';
export { createIdentityMails } from './identity-mails.ts';
export { lockCaller, lockUser } from './lock-queries.ts';
export { findPeopleByWords, indexPeople, notePhone } from './person-word-queries.ts';
export {
  findRecipients,
  findRemovedUsers,
  findSeller,
  findUser,
  findUserByEmail,
  isAdmin,
  markSuspended,
  markUnsuspended,
  markUserRemoved,
  markUserRestored,
} from './queries.ts';
export { ownsAccount, requireOwnAddress } from './rules.ts';
export { findSessions } from './sessions.ts';
export { createSignInAlerts } from './sign-in-alerts.ts';
