import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Params } from '../router/index.ts';
import type { AppValue } from '../use-app.tsx';

/** What every page's `load` works with. */
export type PageContext = { shop: AppValue; queries: QueryClient };

export type PageLoad = PageContext & { params: Params; url: URL };

/** What a file in `pages/` exports. */
export type PageModule = {
  Page: ComponentType;
  /** Fetches into `queries` what the page shows, and may answer its title. A read that fails is the page's to show; it throws only `notFound()`. */
  load?: (page: PageLoad) => Promise<{ title: string } | null>;
};

class PageNotFound extends Error {}

/** To be thrown by a page's `load`: HTTP 404 and the page that says so. */
export const notFound = (): Error => new PageNotFound('there is no such page');

export const isNotFound = (error: unknown): boolean => error instanceof PageNotFound;
