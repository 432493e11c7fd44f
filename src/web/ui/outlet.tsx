import { createContext, type ReactNode, use } from 'react';

export const OutletContext = createContext<ReactNode>(null);

/** Renders the page within a frame. */
export const Outlet = (): ReactNode => use(OutletContext);
