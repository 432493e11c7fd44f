export type CsvRecord = { line: number; cells: string[] };

const SEPARATORS = [',', ';', '\t'];

/** What stands most often in the first line that has any of them. */
const separatorOf = (text: string): string => {
  for (const line of text.split('\n', 5)) {
    const [best] = SEPARATORS.map((separator) => ({ separator, count: line.split(separator).length })).sort((a, b) => b.count - a.count);
    if (best && best.count > 1) return best.separator;
  }
  return ',';
};

/**
 * Reads comma-, semicolon- or tab-separated records (RFC 4180): cells may stand in quotes, with separators, line ends and doubled quotes in them. Empty lines
 * are left out; `line` is where a record begins. A quote that is never closed ends with its line's record.
 */
export const readCsv = (text: string): CsvRecord[] => {
  const separator = separatorOf(text);
  const records: CsvRecord[] = [];
  let [cells, cell, line, began, isQuoted]: [string[], string, number, number, boolean] = [[], '', 1, 1, false];
  const endCell = (): void => {
    cells.push(cell.trim());
    cell = '';
  };
  const endRecord = (): void => {
    endCell();
    if (cells.some((one) => one !== '')) records.push({ line: began, cells });
    cells = [];
    began = line + 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell.trim() === '') {
      isQuoted = true;
      cell = '';
    } else if (character === separator) endCell();
    else if (character === '\n') endRecord();
    else if (character !== '\r') cell += character;
    if (character === '\n') line += 1;
  }
  if (cell !== '' || cells.length > 0) endRecord();
  return records;
};
