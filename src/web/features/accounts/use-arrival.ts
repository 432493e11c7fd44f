import { useState } from 'react';
import { type SessionState, useSession } from '../../use-app.tsx';

/** Who was signed in when the session was first known on this page; what a form does later changes nothing here. */
export function useArrival(): SessionState {
  const session = useSession();
  const [arrival, setArrival] = useState<SessionState>(session);
  if (arrival.status !== 'loading' || session.status === 'loading') return arrival;
  setArrival(session);
  return session;
}
