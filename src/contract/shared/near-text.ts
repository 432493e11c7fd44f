import type { Point } from './distance.ts';

/** A point as `near` takes it: to a tenth of a degree, some 10 km, which tells nobody's address. */
export const toNearText = ({ lat, lng }: Point): string => `${toTenth(lat)},${toTenth(lng)}`;

/** Rounds to a tenth of a degree. */
export const roundPoint = ({ lat, lng }: Point): Point => ({ lat: Number(toTenth(lat)), lng: Number(toTenth(lng)) });

/** Not `-0.0`. */
const toTenth = (degrees: number): string => (Math.round(degrees * 10) / 10 || 0).toFixed(1);
