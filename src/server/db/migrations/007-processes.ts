/** Which process does a piece of work that only one should do, and until when it may go on without saying so again. */
export const leaseTable = 'create table leases (name text primary key, holder text not null, until bigint not null)';
