/** Solves `matrix · x = right` by elimination; the matrix is small, and its columns are independent. */
export function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length;
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let pivot = 0; pivot < size; pivot += 1) {
    let best = pivot;
    for (let row = pivot + 1; row < size; row += 1) if (Math.abs(at(row, pivot)) > Math.abs(at(best, pivot))) best = row;
    [rows[pivot], rows[best]] = [rows[best] ?? [], rows[pivot] ?? []];
    for (let row = 0; row < size; row += 1) {
      if (row === pivot) continue;
      const factor = at(row, pivot) / at(pivot, pivot);
      rows[row] = (rows[row] ?? []).map((value, column) => value - factor * at(pivot, column));
    }
  }
  return rows.map((_, index) => at(index, size) / at(index, index));
}
