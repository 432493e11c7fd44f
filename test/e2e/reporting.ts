import type { Page } from 'playwright-core';

/** Fills in and sends the report dialog, after its button was pressed. */
export async function sendReport(page: Page, reason = 'Something else', note = ''): Promise<void> {
  const form = page.getByRole('dialog').getByRole('form');
  await form.getByLabel('Reason').selectOption({ label: reason });
  if (note !== '') await form.getByLabel('Note').fill(note);
  await form.getByRole('button', { name: 'Report', exact: true }).click();
}
