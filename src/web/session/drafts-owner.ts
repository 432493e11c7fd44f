/** Who typed the drafts that this tab stores. */
const OWNER = 'drafts-owner';
const DRAFT = /^draft(?:-key)?:/u;

/** Removes what another person typed in this tab. Whoever logs in again as the same person finds it as they left it. */
export function forgetDraftsOfOthers(person: string): void {
  try {
    const others = sessionStorage.getItem(OWNER) ?? person;
    if (others !== person) for (const key of Object.keys(sessionStorage)) if (DRAFT.test(key)) sessionStorage.removeItem(key);
    sessionStorage.setItem(OWNER, person);
  } catch {
    // Storage is blocked: there are no drafts.
  }
}
