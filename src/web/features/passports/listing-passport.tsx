import { Suspense } from 'react';
import { latePart } from '../../ui/late-part.tsx';

// Few listings have one. The server has the code at once; a browser leaves what the server wrote until it has loaded it.
const PassportLink = import.meta.env.SSR
  ? (await import('./passport-link.tsx')).PassportLink
  : latePart(async () => (await import('./passport-link.tsx')).PassportLink);

/** On a listing's page: leads to the phone's history. Renders nothing for a phone without one. */
export function ListingPassport({ id }: { id: string | null }) {
  if (id === null) return null;
  return (
    <Suspense fallback={null}>
      <PassportLink id={id} />
    </Suspense>
  );
}
