import { createContext, type ReactNode, use } from 'react';

export const OutletContext = createContext<ReactNode>(null);

/** Where a frame shows the page within it. */
export const Outlet = (): ReactNode => use(OutletContext);
