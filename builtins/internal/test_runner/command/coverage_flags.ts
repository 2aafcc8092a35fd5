// What the command line says about coverage; it replaces what the configuration says.

export interface CoverageFlags {
  isOn: boolean | null;
  folder: string | null;
  reporters: string[];
  include: string[];
  exclude: string[];
  thresholds: string[];
}

/** No flags. */
export function noCoverageFlags(): CoverageFlags {
  return { isOn: null, folder: null, reporters: [], include: [], exclude: [], thresholds: [] };
}
