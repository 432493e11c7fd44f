/** Two further answers about a phone's condition, blank in the listings there are. */
export const repairs = [
  `update listings set answers = replace(answers, '"works":', '"repairs":"","accessories":"","works":') where answers not like '%"repairs":%'`,
];
