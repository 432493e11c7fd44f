import { useEffect, useState } from 'react';
import { useSession } from '../use-app.tsx';
import { BarEntries, MESSAGES, ORDERS, SELL, SHOPPING } from './bar-entries.tsx';

type OwnEntries = typeof import('./own-bar-entries.tsx').OwnBarEntries;

/** The site's main places within a thumb's reach, on phones. It takes up its own height, and leaves while someone types. */
export function BottomBar() {
  const session = useSession();
  const Own = useOwnEntries(session.status === 'signed-in');
  return (
    <nav aria-label="Main" className="bottom-bar sticky bottom-0 z-40 border-t border-line bg-surface md:hidden print:hidden">
      <ul className="grid grid-cols-5">
        {Own && session.status === 'signed-in' ? <Own email={session.identity.email} /> : <BarEntries entries={[...SHOPPING, SELL, ORDERS, MESSAGES]} />}
      </ul>
    </nav>
  );
}

/** What depends on the person: its code loads for people who are logged in on a phone. */
function useOwnEntries(isSignedIn: boolean): OwnEntries | null {
  const [Own, setOwn] = useState<OwnEntries | null>(null);
  useEffect(() => {
    if (!isSignedIn || !window.matchMedia('(width < 48rem)').matches) return;
    import('./own-bar-entries.tsx').then(
      ({ OwnBarEntries }) => setOwn(() => OwnBarEntries),
      // Without it, everybody's bar stays.
      () => {},
    );
  }, [isSignedIn]);
  return Own;
}
