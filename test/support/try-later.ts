/** How a command exits that can't say anything while the machine does other work: `EX_TEMPFAIL` of sysexits.h. */
export const TRY_LATER = 75;
