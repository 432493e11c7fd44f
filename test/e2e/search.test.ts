import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Listing } from '#contract/listings.ts';
import type { Facets, Suggestion } from '#contract/search.ts';
import { arrive, during, open, PATIENCE, takenOver, type VisitorOptions } from './browser.ts';
import { isFocused } from './keys.ts';
import { readShop } from './shop.ts';

const shop = readShop();
const PHONE = { width: 360, height: 740 };
/** No phone of the demo shop costs more. */
const EVERYTHING = 'under5000';
/** Matches the suggestion requests of a search field. */
const SUGGESTIONS = '**/api/searchSuggestions?*';

async function read<T>(path: string): Promise<T> {
  return (await fetch(`${shop.url}/api${path}`)).json() as Promise<T>;
}

function suggested(typed: string): Promise<Suggestion[]> {
  return read<Suggestion[]>(`/searchSuggestions?search=${encodeURIComponent(typed)}`);
}

async function visit(path: string, options: VisitorOptions & { viewport?: typeof PHONE } = {}): Promise<Page> {
  const { page } = await shop.visitor(options);
  if (options.viewport) await page.setViewportSize(options.viewport);
  await open(page, path);
  if (options.javaScriptEnabled !== false) await takenOver(page);
  return page;
}

function main(page: Page): Locator {
  return page.getByRole('main');
}

function field(page: Page): Locator {
  return page.getByRole('search').getByRole('combobox');
}

function options(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
}

function cards(page: Page): Locator {
  return main(page).getByRole('article');
}

function models(page: Page): Promise<string[]> {
  return cards(page).getByRole('heading', { level: 2 }).allInnerTexts();
}

/** Types key by key; resolves once the whole text's suggestions have arrived. */
async function type(page: Page, text: string): Promise<void> {
  await field(page).focus();
  await page.keyboard.type(text);
  const names = (await suggested(text)).map((one) => one.text);
  expect(names.length).toBeGreaterThan(0);
  const isShown = async (): Promise<boolean> => {
    const shown = await options(page).allTextContents();
    return shown.length === names.length && shown.every((option, index) => option.includes(names[index] ?? ''));
  };
  await expect.poll(isShown, PATIENCE).toBe(true);
}

/** Matches the suggestion request for exactly this text. */
function isFor(text: string) {
  return (call: { url(): string }): boolean => {
    const { pathname, searchParams } = new URL(call.url());
    return pathname === '/api/searchSuggestions' && searchParams.get('search') === text;
  };
}

function activeOption(page: Page): Promise<string | null> {
  return field(page).evaluate((input) => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null);
}

describe('Suggestions', () => {
  test('Suggestions list brands and models with counts, highlight the typed text, and are announced', async () => {
    const page = await visit('/');
    expect(await field(page).getAttribute('aria-expanded')).toBe('false');
    await type(page, 'sam');
    const expected = await suggested('sam');
    expect(expected[0]).toMatchObject({ kind: 'brand', text: 'Samsung' });
    await expect.poll(() => options(page).count(), PATIENCE).toBe(expected.length);
    expect(await options(page).first().textContent()).toBe(`SamsungAll ${expected[0]?.listings} phones`);
    expect(await options(page).first().locator('mark').textContent()).toBe('Sam');
    expect(await field(page).getAttribute('aria-expanded')).toBe('true');
    expect(await field(page).getAttribute('aria-controls')).toBe(await page.getByRole('listbox').getAttribute('id'));
    await page.getByText(`${expected.length} suggestions`).waitFor({ state: 'attached' });
  });

  test('Choosing a brand by arrow keys and Enter leads to its phones', async () => {
    const page = await visit('/');
    await type(page, 'sam');
    await page.keyboard.press('ArrowDown');
    expect(await activeOption(page)).toMatch(/^Samsung/u);
    expect(await options(page).first().getAttribute('aria-selected')).toBe('true');
    expect(await isFocused(field(page))).toBe(true);
    await page.keyboard.press('Enter');
    await arrive(page, '**/category/Samsung');
    // The address changes before the page.
    await expect.poll(() => field(page).inputValue(), PATIENCE).toBe('');
    expect(await options(page).count()).toBe(0);
  });

  test('Choosing a model by arrow keys and Enter leads to its listings', async () => {
    const page = await visit('/blogs');
    await type(page, 'galaxy s2');
    const [first] = await suggested('galaxy s2');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const name = `Samsung ${first?.text}`;
    await arrive(page, (url) => url.pathname === '/search' && url.searchParams.get('search') === name);
    await expect.poll(async () => (await models(page))[0], PATIENCE).toBe(first?.text);
    expect(await field(page).inputValue()).toBe(name);
    expect(await options(page).count()).toBe(0);
  });

  test('The arrow keys wrap around through the field, where Enter searches for the typed text', async () => {
    const page = await visit('/');
    await type(page, 'galaxy');
    await page.keyboard.press('ArrowUp');
    expect(await options(page).last().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowDown');
    expect(await activeOption(page)).toBeNull();
    await page.keyboard.press('Enter');
    await arrive(page, '**/search?search=galaxy');
    await expect.poll(() => options(page).count(), PATIENCE).toBe(0);
  });

  test('Escape closes the suggestions and keeps the typed text, and arrow down opens them again', async () => {
    const page = await visit('/');
    await type(page, 'pixel');
    await page.keyboard.press('Escape');
    expect(await options(page).count()).toBe(0);
    expect(await field(page).inputValue()).toBe('pixel');
    expect(await isFocused(field(page))).toBe(true);
    await page.keyboard.press('ArrowDown');
    await options(page).first().waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => options(page).count(), PATIENCE).toBe(0);
  });

  test('Tapping a suggestion leads there, with targets large enough for a thumb', async () => {
    const page = await visit('/search?search=pixel', { viewport: PHONE });
    const own = main(page).getByRole('search', { name: 'Phones', exact: true }).getByRole('combobox');
    await own.fill('nok');
    await options(page).filter({ hasText: 'All' }).waitFor();
    for (const option of await options(page).all()) {
      const box = await option.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= PHONE.width).toBe(true);
    }
    await options(page).filter({ hasText: 'All' }).click();
    await arrive(page, '**/category/Nokia');
  });

  test('Suggestions for the latest text win, whatever order the replies arrive in', async () => {
    const page = await visit('/');
    let answerFirst = (): void => {};
    const released = new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    await page.route(SUGGESTIONS, async (route) => {
      if (isFor('sams')(route.request())) await released;
      // The page canceled requests that nobody waits for.
      await route.continue().catch(() => {});
    });
    await field(page).focus();
    await during(page.waitForRequest(isFor('sams')), () => page.keyboard.type('sams'));
    await field(page).fill('pixel');
    await options(page).filter({ hasText: 'Pixel' }).first().waitFor();
    answerFirst();
    // Once the next request is answered, any late effect would have shown.
    await during(page.waitForResponse(isFor('pixel 7')), () => field(page).fill('pixel 7'));
    expect(await options(page).filter({ hasText: 'Samsung' }).count()).toBe(0);
    expect(await options(page).filter({ hasText: 'Pixel' }).count()).toBeGreaterThan(0);
  });

  test('Blank input sends no request, and nonsense gets no suggestions', async () => {
    const page = await visit('/');
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/searchSuggestions') asked.push(searchParams.get('search'));
    });
    await field(page).fill('   ');
    await during(page.waitForResponse(isFor('qqqqqqq')), () => field(page).fill('qqqqqqq'));
    expect(await options(page).count()).toBe(0);
    await field(page).fill(' ');
    await type(page, 'moto');
    expect(asked.every((text) => text !== null && text.trim() !== '')).toBe(true);
  });

  test('A suggestion request that hangs or fails blocks nobody', async () => {
    const page = await visit('/', { expected: [{ url: /searchSuggestions/u, status: 500 }] });
    await page.route(SUGGESTIONS, () => {});
    await field(page).focus();
    await during(page.waitForRequest(SUGGESTIONS), () => page.keyboard.type('pix'));
    await page.keyboard.type('el');
    await page.keyboard.press('Enter');
    await arrive(page, '**/search?search=pixel');
    await main(page).getByRole('heading', { name: 'Phones for “pixel”' }).waitFor();
    await cards(page).first().waitFor();

    await page.unroute(SUGGESTIONS);
    await page.route(SUGGESTIONS, (route) => route.fulfill({ status: 500, json: { message: 'Something went wrong on our side.', code: 'internal' } }));
    await during(page.waitForResponse(isFor('nokia')), () => field(page).fill('nokia'));
    expect(await options(page).count()).toBe(0);
    expect(await page.getByText('Something went wrong').count()).toBe(0);
    await field(page).press('Enter');
    await arrive(page, '**/search?search=nokia');
    await main(page).getByRole('heading', { name: 'Phones for “nokia”' }).waitFor();
  });
});

describe('Searches without an exact match', () => {
  test.each([true, false])('A misspelled search says what it searched for instead (with JavaScript: %s)', async (javaScriptEnabled) => {
    const page = await visit('/search?search=galxy', { javaScriptEnabled });
    await main(page).getByText('Showing results for galaxy instead of galxy.').waitFor();
    expect(await main(page).locator('strong').allTextContents()).toEqual(['galaxy']);

    await open(page, '/search?search=redmi+note+10+kryptonite');
    await main(page).getByText('We don’t know “kryptonite”; searched without it.').waitFor();
    await open(page, '/search?search=redmi+note+10+kryptonite+moonstone');
    await main(page).getByText('We don’t know “kryptonite” or “moonstone”; searched without them.').waitFor();

    await open(page, '/search?search=pixel+6+256gb');
    await main(page).getByText('No phone matches everything. These come closest:').waitFor();
    expect(await cards(page).count()).toBeGreaterThan(0);

    await open(page, '/search?search=pixel');
    await cards(page).first().waitFor();
    expect(
      await main(page)
        .getByText(/searched without|come closest|instead of|Did you mean/u)
        .count(),
    ).toBe(0);
  });

  test.each([true, false])('A sentence becomes filters that can be removed one by one (with JavaScript: %s)', async (javaScriptEnabled) => {
    const sentence = 'small phone with a good camera under 300 that still gets updates';
    // A new shop finds out in its first seconds which models its listings are.
    await expect.poll(async () => (await read<Listing[]>(`/searchProducts?search=${encodeURIComponent(sentence)}`)).length, PATIENCE).toBeGreaterThan(0);
    const page = await visit(`/search?sort=lowtohigh&search=${encodeURIComponent(sentence)}`, { javaScriptEnabled, viewport: PHONE });
    const chips = main(page).getByRole('list', { name: 'Understood as' }).getByRole('link');
    const labels = ['Screen up to 6.1 in', 'Camera 12 MP or more', 'Up to $300', '12 months of updates'];
    const sources = ['small phone', 'good camera', 'under 300', 'that still gets updates'];
    await chips.first().waitFor();
    expect((await chips.allInnerTexts()).map((text) => text.replace(/\s+/gu, ' ').trim())).toEqual(
      labels.map((label, index) => `Remove: ${label} from “${sources[index]}”`),
    );
    const expectFound = async (search: string): Promise<void> => {
      const wanted = await read<Listing[]>(`/searchProducts?sort=lowtohigh&limit=24&search=${encodeURIComponent(search)}`);
      expect(wanted.length).toBeGreaterThan(0);
      await expect.poll(() => models(page), PATIENCE).toEqual(wanted.map(({ model_name }) => model_name));
    };
    await expectFound(sentence);
    const rest = 'small phone with a good camera that still gets updates';
    await chips.filter({ hasText: 'Up to $300' }).click();
    await arrive(page, (url) => url.searchParams.get('search') === rest && url.searchParams.get('sort') === 'lowtohigh');
    await expect.poll(() => chips.count(), PATIENCE).toBe(3);
    await expectFound(rest);
  });

  test.each([true, false])('A search without results leads to other phones (with JavaScript: %s)', async (javaScriptEnabled) => {
    const page = await visit('/search?search=zzz+phones', { javaScriptEnabled });
    await main(page).getByText('No results for “zzz phones”').waitFor();
    await main(page).getByRole('heading', { name: 'Browse by brand' }).waitFor();
    await main(page)
      .getByRole('link', { name: /^Nokia/u })
      .click();
    await arrive(page, '**/category/Nokia');
  });

  test('Parts of a search that don’t load say so, and the rest of the page stays', async () => {
    const page = await visit('/search?search=pixel', { expected: [{ url: /\/assets\/\w+\.js$/u, status: 0 }] });
    await page.waitForLoadState('networkidle');
    const searchFor = async (typed: string): Promise<void> => {
      await main(page).getByRole('search').getByRole('combobox').fill(typed);
      await main(page).getByRole('search').getByRole('button', { name: 'Search' }).click();
    };
    await page.route('**/assets/*.js', (route) => route.abort());
    await searchFor('zzz phones');
    await main(page).getByRole('alert').getByText('Something didn’t load. Check your connection and try again.').waitFor();
    await main(page).getByText('No results for “zzz phones”').waitFor();
    await page.unroute('**/assets/*.js');
    await main(page).getByRole('alert').getByRole('button', { name: 'Retry' }).click();
    await main(page).getByRole('heading', { name: 'Browse by brand' }).waitFor();
    await main(page)
      .getByRole('link', { name: /^Google/u })
      .waitFor();
  });

  test.each([true, false])('A search names the models that may be meant (with JavaScript: %s)', async (javaScriptEnabled) => {
    const { search } = await read<Facets>('/productFacets?search=iphn+14+pr');
    expect(search?.didYouMean).toContain('iPhone 14 Pro');
    const page = await visit('/search?search=iphn+14+pr', { javaScriptEnabled });
    await main(page).getByText('Did you mean').getByRole('link', { name: 'iPhone 14 Pro' }).click();
    await arrive(page, '**/search?search=iPhone+14+Pro');
    await expect.poll(async () => (await models(page))[0], PATIENCE).toBe('iPhone 14 Pro');
  });

  test('A search offers to remove filters that nothing matches', async () => {
    const page = await visit('/search?search=pixel&place=Nowhere');
    await main(page).getByText('No phones match').waitFor();
    await main(page).getByRole('heading', { name: 'Browse by brand' }).waitFor();
    await main(page).getByRole('link', { name: 'Remove “Nowhere”' }).click();
    await arrive(page, '**/search?search=pixel');
    await cards(page).first().waitFor();
  });
});

describe('Sorting a search', () => {
  test('A search sorts by best match first, and can sort by newest and oldest', async () => {
    const page = await visit('/search?search=samsung');
    const sort = main(page).getByRole('combobox', { name: 'Sort by' });
    expect(await sort.getByRole('option').allTextContents()).toEqual(['Best match', 'Price Low > High', 'Price High > Low', 'Newest first', 'Oldest first']);
    for (const [label, value] of [
      ['Newest first', 'newest'],
      ['Oldest first', 'oldest'],
    ] as const) {
      await sort.selectOption({ label });
      await arrive(page, `**/search?search=samsung&sort=${value}`);
      const wanted = await read<Listing[]>(`/searchProducts?search=samsung&sort=${value}`);
      await expect.poll(() => models(page), PATIENCE).toEqual(wanted.map(({ model_name }) => model_name));
    }
  });
});

describe('Filters by model, memory, year and place', () => {
  const bar = (page: Page): Locator => page.getByRole('form', { name: 'Filters' });
  const pill = (page: Page, name: string): Locator => bar(page).locator('summary', { hasText: name }).first();
  const chip = (page: Page, text: string): Locator => page.getByRole('list', { name: 'Active filters' }).getByRole('link', { name: text });
  const expectFound = async (page: Page, query: string): Promise<void> => {
    const wanted = await read<Listing[]>(`/searchProducts?search=${EVERYTHING}&${query}&limit=24`);
    expect(wanted.length).toBeGreaterThan(0);
    await expect.poll(() => models(page), PATIENCE).toEqual(wanted.map(({ model_name }) => model_name));
  };

  test('Search filters show counts, are part of the address, and survive a reload and Back', async () => {
    const page = await visit(`/search?search=${EVERYTHING}`);
    const { ram } = await read<Facets>(`/productFacets?search=${EVERYTHING}`);
    const eight = ram.find(({ value }) => value === '8 GB')?.count;
    await pill(page, 'More').click();
    await bar(page)
      .getByRole('group', { name: 'Memory (RAM)' })
      .getByRole('checkbox', { name: new RegExp(`^8 GB ?${eight}$`, 'u') })
      .check();
    await arrive(page, /&ram=8\+GB$/u);
    await expectFound(page, 'ram=8+GB');
    await bar(page).getByRole('group', { name: 'Purchase year' }).getByRole('checkbox', { name: /^2022/u }).check();
    await arrive(page, /&ram=8\+GB&year=2022$/u);
    await expectFound(page, 'ram=8+GB&year=2022');
    await page.reload();
    await takenOver(page);
    await chip(page, '8 GB RAM').waitFor();
    await chip(page, 'Bought in 2022').click();
    await arrive(page, /&ram=8\+GB$/u);
    await page.goBack();
    await expectFound(page, 'ram=8+GB&year=2022');
  });

  test('A long filter group shows its first values, and the rest on demand', async () => {
    const page = await visit(`/search?search=${EVERYTHING}`, { viewport: PHONE });
    const { color } = await read<Facets>(`/productFacets?search=${EVERYTHING}`);
    // The dozen most frequent are offered.
    const last = color[11]?.value ?? '';
    await page.getByRole('button', { name: 'Filters' }).click();
    const group = page.getByRole('dialog').getByRole('group', { name: 'Color' });
    const choice = group.getByRole('checkbox', { name: new RegExp(`^${last}`, 'u') });
    expect(await choice.isVisible()).toBe(false);
    await group.locator('summary').click();
    await choice.check();
    await arrive(page, (url) => url.searchParams.get('color') === last);
    expect(await choice.isVisible()).toBe(true);
    await choice.uncheck();
    await arrive(page, (url) => !url.searchParams.has('color'));
    expect(await choice.isVisible()).toBe(true);
  });

  test('Search filters work without JavaScript', async () => {
    const page = await visit('/category/Apple?sort=lowtohigh', { javaScriptEnabled: false });
    await pill(page, 'More').click();
    await bar(page).getByRole('group', { name: 'Memory (RAM)' }).getByRole('checkbox', { name: /^4 GB/u }).filter({ visible: true }).check();
    await bar(page).getByRole('button', { name: 'Apply', exact: true }).filter({ visible: true }).first().click();
    await page.waitForURL((url) => url.searchParams.get('ram') === '4 GB' && url.searchParams.get('sort') === 'lowtohigh');
    const wanted = await read<Listing[]>('/products?name=Apple&ram=4+GB&sort=lowtohigh');
    expect(wanted.length).toBeGreaterThan(0);
    await expect.poll(() => models(page), PATIENCE).toEqual(wanted.map(({ model_name }) => model_name));
    await pill(page, 'Model').click();
    await bar(page)
      .getByRole('checkbox', { name: new RegExp(`^${wanted[0]?.model_name}`, 'u') })
      .filter({ visible: true })
      .check();
    await bar(page).getByRole('button', { name: 'Apply', exact: true }).filter({ visible: true }).first().click();
    await page.waitForURL((url) => url.searchParams.get('model') === wanted[0]?.model_name);
    await expect.poll(() => models(page), PATIENCE).toEqual([wanted[0]?.model_name]);
  });

  test('The search field stays plain without JavaScript', async () => {
    const page = await visit('/', { javaScriptEnabled: false });
    const plain = page.getByRole('search').getByRole('searchbox');
    await plain.fill('pixel');
    await plain.press('Enter');
    await page.waitForURL('**/search?search=pixel');
    expect(await plain.inputValue()).toBe('pixel');
  });
});
