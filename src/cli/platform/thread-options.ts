/**
 * The memory that a thread for indexes may take: it makes much garbage, of which little needs to
 * lie about.
 */
export const threadOptions = {
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4 },
} as const
