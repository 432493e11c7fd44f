import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Params } from '../router/index.ts';
import type { AppValue } from '../use-app.tsx';

/** What every page's `load` works with. */
export type PageContext = { shop: AppValue; queries: QueryClient };

export type PageLoad = PageContext & { params: Params; url: URL };

/** The exports of a file in `pages/`. */
export type PageModule = {
  Page: ComponentType;
  /** Fetches the page's data into `queries`, and may return its title. A failed read is the page's to show; throws only `notFound()`. */
  load?: (page: PageLoad) => Promise<{ title: string } | null>;
};

class PageNotFound extends Error {}

/** For a page's `load` to throw: replies with status 404 and the 404 page. */
export const notFound = (): Error => new PageNotFound('there is no such page');

export const isNotFound = (error: unknown): boolean => error instanceof PageNotFound;
