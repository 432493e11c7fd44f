import { useState } from 'react';
import { type SessionState, useSession } from '../../use-app.tsx';

/** Returns the session state as first known on this page; logging in through a form later doesn't change it. */
export function useArrival(): SessionState {
  const session = useSession();
  const [arrival, setArrival] = useState<SessionState>(session);
  if (arrival.status !== 'loading' || session.status === 'loading') return arrival;
  setArrival(session);
  return session;
}
