import { useEffect } from 'react';
import { useRouting } from '../router/index.ts';
import { useApp } from '../use-app.tsx';

export const NOT_FOUND_TITLE = 'Page not found';

/** Keeps the browser's title in step with navigation; the server writes the first one. */
export function PageTitle({ title }: { title?: string }) {
  const { config } = useApp();
  const { view } = useRouting();
  const page = title ?? view.title;
  useEffect(() => {
    document.title = formatTitle(page, config.shopName);
  }, [page, config.shopName]);
  return null;
}

export const formatTitle = (page: string, shopName: string): string => `${page} | ${shopName}`;
