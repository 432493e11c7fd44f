import { NOT_FOUND_TITLE, PageTitle } from '../rendering/page-title.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { LostPhone } from '../ui/lost-phone.tsx';

/** For every address that doesn't exist, and every page that broke. */
export function NotFound() {
  return (
    <div className="page-width grid justify-items-center gap-6 py-16 text-center">
      <PageTitle title={NOT_FOUND_TITLE} />
      <LostPhone className="w-full max-w-md" />
      <h1 className="text-2xl md:text-3xl">Page not found</h1>
      <p className="max-w-prose text-muted">The phone may have been sold or taken down, or the address may be misspelled.</p>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to="/">Back to Home Page</ButtonLink>
        <ButtonLink to="/phones" variant="secondary">
          See all phones
        </ButtonLink>
      </div>
    </div>
  );
}
