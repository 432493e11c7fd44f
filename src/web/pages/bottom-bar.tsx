import { useLate } from '../ui/use-late.ts';
import { useSession } from '../use-app.tsx';
import { BarEntries, MESSAGES, ORDERS, SELL, SHOPPING } from './bar-entries.tsx';

/** The site's main places within a thumb's reach, on phones. It takes up its own height, and leaves while someone types. */
export function BottomBar() {
  const session = useSession();
  const isOnPhone = () => window.matchMedia('(width < 48rem)').matches;
  // What depends on the person loads for people who are logged in on a phone; without it, everybody's bar stays.
  const { part: Own } = useLate(async () => (await import('./own-bar-entries.tsx')).OwnBarEntries, session.status === 'signed-in' && isOnPhone());
  return (
    <nav aria-label="Main" className="bottom-bar sticky bottom-0 z-40 border-t border-line bg-surface md:hidden print:hidden">
      <ul className="grid grid-cols-[repeat(4,1fr)_1.25fr]">
        {Own && session.status === 'signed-in' ? <Own email={session.identity.email} /> : <BarEntries entries={[...SHOPPING, SELL, ORDERS, MESSAGES]} />}
      </ul>
    </nav>
  );
}
