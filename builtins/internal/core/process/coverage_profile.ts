// What `node:v8` can do with the coverage that NODE_V8_COVERAGE requests; the test runner's tier measures it.

/** Writes a profile, or ends the measurement. */
export interface CoverageProfile {
  take(): void;
  stop(): void;
}

/** Null: nothing is measured. */
export let coverageProfile: CoverageProfile | null = null;

/** Called when the measurement starts. */
export function setCoverageProfile(profile: CoverageProfile): void {
  coverageProfile = profile;
}
