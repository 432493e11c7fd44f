/** When whoever is signed in showed it last, in epoch milliseconds; null for a session of before, which counts from its beginning. */
export const recentProof = ['alter table identity_sessions add column "provenAt" bigint'];
