/** Disputes that were lost, for payouts to take back. */
export const lostDisputes = [`create index if not exists disputes_lost on disputes (order_id) where status = 'lost'`];
