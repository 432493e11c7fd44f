import type { ReactNode } from 'react';
import type { PublicConfig } from '#contract/config.ts';
import { imageSrcSet } from '#contract/shared/image-sizes.ts';
import { AccountMenu, type Place } from '../features/accounts/account-menu.tsx';
import { SearchField } from '../features/search/search-field.tsx';
import { StoredPart } from '../rendering/fragments.tsx';
import { Form, Link, usePageIds, useSearchParams } from '../router/index.ts';
import { DISCLOSURE_ITEM, DisclosureMenu } from '../ui/disclosure-menu.tsx';
import { Icon } from '../ui/icon.tsx';
import { useLate } from '../ui/use-late.ts';
import { useApp, useSession } from '../use-app.tsx';

const ANCHORS: Place[] = [
  { to: '/#popular-brands', text: 'Popular Brands' },
  { to: '/#popular-brands', text: 'Popular Deals' },
  { to: '/#offers', text: 'Offers' },
  { to: '/#offers', text: 'Latest Offers' },
  { to: '/help', text: 'Help' },
];

/** These pages have a search form of their own. */
const SEARCHING = new Set(['category', 'phones', 'search']);

/** Brand, search, account, and links to the home page's sections and help. */
export function SiteHeader() {
  const { config } = useApp();
  const own = useOwnCorner();
  const hasForm = usePageIds().some((id) => SEARCHING.has(id));
  return (
    <header className="print:hidden sticky top-0 z-40 border-b border-line bg-ground max-md:static">
      <div className="page-width grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-1 md:grid-cols-[auto_minmax(8rem,32rem)_auto] md:justify-between md:gap-x-4 md:py-2 xl:grid-cols-[auto_minmax(12rem,28rem)_1fr_auto] xl:gap-x-6">
        <Brand config={config} />
        {!hasForm && (
          <div className="col-start-2 row-start-1 py-1 max-md:hidden">
            <SiteSearch />
          </div>
        )}
        <nav aria-label="Shop" className="hidden xl:col-start-3 xl:row-start-1 xl:block xl:justify-self-end">
          <StoredPart fragmentKey={() => 'places'}>
            <Places />
          </StoredPart>
        </nav>
        <div className="relative col-start-2 row-start-1 flex items-center justify-self-end md:col-start-3 md:gap-1 xl:col-start-4">
          {!hasForm && (
            <Link to="/search" aria-label="Search all phones" className="grid size-11 place-items-center rounded-xl hover:bg-sunken md:hidden">
              <Icon name="search" className="size-6" />
            </Link>
          )}
          <StoredPart fragmentKey={() => 'places menu'}>
            <nav aria-label="Shop" className="max-md:hidden xl:hidden">
              <PlacesMenu />
            </nav>
            <Link
              to="/dashboard/addAProducts"
              className="inline-flex min-h-11 items-center rounded-xl px-3 font-semibold whitespace-nowrap hover:bg-sunken max-md:hidden"
            >
              Sell a phone
            </Link>
          </StoredPart>
          <AccountMenu places={ANCHORS} own={own} />
        </div>
      </div>
    </header>
  );
}

/** What someone logged in has in the corner, which visitors don't load; if it can't be loaded, a link to their dashboard. */
function useOwnCorner(): ReactNode {
  const session = useSession();
  const { part: Own, hasFailed } = useLate(async () => (await import('./own-corner.tsx')).OwnCorner, session.status === 'signed-in');
  if (session.status !== 'signed-in') return null;
  if (Own) return <Own identity={session.identity} places={ANCHORS} />;
  return hasFailed ? (
    <Link to="/dashboard" aria-label="Dashboard" className="grid size-11 place-items-center rounded-xl hover:bg-sunken">
      <Icon name="circle-user-round" className="size-6" />
    </Link>
  ) : null;
}

function Brand({ config: { shopName, logo, images } }: { config: PublicConfig }) {
  return (
    <Link to="/" className="inline-flex min-h-11 min-w-0 items-center gap-2 md:max-w-64 md:min-w-fit font-display text-xl font-bold tracking-tight">
      {logo === undefined ? (
        <Mark />
      ) : (
        <img src={logo} srcSet={imageSrcSet(logo, images)} sizes="2rem" alt="" width={32} height={32} className="size-8 shrink-0 rounded-lg object-contain" />
      )}
      <span className="truncate" dir="auto">
        {shopName}
      </span>
    </Link>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
      <rect width="32" height="32" rx="9" className="fill-accent" />
      <path d="M22.5 12.5a7.5 7.5 0 1 0 .6 6" className="stroke-on-accent" fill="none" strokeWidth="3" strokeLinecap="round" />
      <path d="M23.5 7v6h-6" className="stroke-on-accent" fill="none" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

function SiteSearch() {
  const [query] = useSearchParams();
  const search = query.get('search') ?? '';
  return (
    <Form action="/search" role="search" aria-label="All phones" className="relative w-full">
      <SearchField
        search={search}
        label="Search all phones"
        placeholder="Search all phones"
        className="min-h-11 w-full rounded-full border border-line-strong bg-surface pr-12 pl-5 placeholder:text-muted"
      />
      <button
        type="submit"
        aria-label="Search all phones"
        className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-full text-muted hover:text-ink"
      >
        <Icon name="search" className="size-5" />
      </button>
    </Form>
  );
}

function Places() {
  return (
    <ul className="flex gap-5 whitespace-nowrap">
      {ANCHORS.map(({ to, text }) => (
        <li key={text}>
          <Link to={to} className="inline-flex min-h-11 items-center font-medium text-muted hover:text-ink">
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The same links in a menu, where there is no room for a row. */
function PlacesMenu() {
  return (
    <DisclosureMenu
      label={
        <>
          <Icon name="menu" className="size-6" />
          <span className="sr-only">Browse</span>
        </>
      }
      compact
    >
      {ANCHORS.map(({ to, text }) => (
        <Link key={text} to={to} className={DISCLOSURE_ITEM}>
          {text}
        </Link>
      ))}
    </DisclosureMenu>
  );
}
