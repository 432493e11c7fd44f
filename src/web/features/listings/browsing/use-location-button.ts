import { useState } from 'react';
import type { City } from '#contract/cities.ts';
import { roundPoint } from '#contract/shared/near-text.ts';

const DENIED = 1;
const TIMEOUT_MS = 10_000;
const HOUR_MS = 3_600_000;

/** Asks the browser for the position when called, and rounds it to a tenth of a degree before passing it on. */
export function useLocationButton(onFound: (city: City) => void) {
  const [state, setState] = useState<{ busy: boolean; problem: string | null }>({ busy: false, problem: null });
  const locate = () => {
    setState({ busy: true, problem: null });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setState({ busy: false, problem: null });
        onFound({ name: 'Your location', ...roundPoint({ lat: latitude, lng: longitude }) });
      },
      ({ code }) =>
        setState({
          busy: false,
          problem: `${code === DENIED ? 'Your browser doesn’t share your location with this site.' : 'Your browser couldn’t find your location.'} Enter your city instead.`,
        }),
      { timeout: TIMEOUT_MS, maximumAge: HOUR_MS },
    );
  };
  return { ...state, locate };
}
