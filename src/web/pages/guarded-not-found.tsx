import { SendToLogin } from '../session/guard.tsx';
import { useSession } from '../use-app.tsx';
import { NotFound } from './not-found.tsx';

/** The 404 page for an address that only people who are logged in may open. */
export function GuardedNotFound() {
  return useSession().status === 'signed-out' ? <SendToLogin /> : <NotFound />;
}
