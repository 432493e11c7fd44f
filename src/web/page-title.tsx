import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { useShop } from './shop.tsx';

export const NOT_FOUND_TITLE = 'Page not found';

type Titled = { handle?: unknown; loaderData?: unknown };

const titleOf = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null || !('title' in value)) return undefined;
  return typeof value.title === 'string' ? value.title : undefined;
};

/** The title of the innermost route that has one: what its `load` answered, else what routes.tsx says. */
export const titleOfMatches = (matches: Titled[]): string => {
  for (const match of matches.toReversed()) {
    const title = titleOf(match.loaderData) ?? titleOf(match.handle);
    if (title) return title;
  }
  return NOT_FOUND_TITLE;
};

export const formatTitle = (page: string, shopName: string): string => `${page} | ${shopName}`;

/** Keeps the browser's title in step while people move about; the server writes the first one. */
export const PageTitle = ({ title }: { title?: string }) => {
  const { config } = useShop();
  const matches = useMatches();
  const page = title ?? titleOfMatches(matches);
  useEffect(() => {
    document.title = formatTitle(page, config.shopName);
  }, [page, config.shopName]);
  return null;
};
