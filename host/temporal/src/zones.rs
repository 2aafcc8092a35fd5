//! Time zones: the data of the library, with our own answer to the instants that a local time has. The library's (0.2.6)
//! takes local times for missing that are not: 02:30 of 21 October 2026 in Berlin.

use std::borrow::Cow;
use temporal_rs::provider::COMPILED_TZ_PROVIDER;
use timezone_provider::TimeZoneProviderError;
use timezone_provider::epoch_nanoseconds::EpochNanoseconds;
use timezone_provider::provider::{
    CandidateEpochNanoseconds, EpochNanosecondsAndOffset, GapEntryOffsets, IsoDateTime, TimeZoneId, TimeZoneProvider,
    TransitionDirection, UtcOffsetSeconds,
};

type Result<T> = std::result::Result<T, TimeZoneProviderError>;

const NANOSECONDS_PER_SECOND: i128 = 1_000_000_000;
const NANOSECONDS_PER_DAY: i128 = 86_400 * NANOSECONDS_PER_SECOND;

/// The time zones of all operations.
pub struct Zones;

impl Zones {
    /// The instants that show this local time, which counts nanoseconds as if it were UTC. As in the specification's own
    /// implementation, there is at most one change of the offset in the two days around it.
    fn candidates(&self, id: TimeZoneId, local: i128) -> Result<CandidateEpochNanoseconds> {
        let before = self.offset(id, local - NANOSECONDS_PER_DAY)?;
        let after = self.offset(id, local + NANOSECONDS_PER_DAY)?;
        let first = self.instant_of(id, local, before)?;
        if before == after {
            // A change and its reverse within two days leave the time missing.
            return Ok(match first {
                Some(instant) => CandidateEpochNanoseconds::One(instant),
                None => self.gap(id, local, before, after)?,
            });
        }
        Ok(match (first, self.instant_of(id, local, after)?) {
            (Some(first), Some(second)) => CandidateEpochNanoseconds::Two([first, second]),
            (Some(instant), None) | (None, Some(instant)) => CandidateEpochNanoseconds::One(instant),
            (None, None) => self.gap(id, local, before, after)?,
        })
    }

    fn offset(&self, id: TimeZoneId, instant: i128) -> Result<UtcOffsetSeconds> {
        self.transition_nanoseconds_for_utc_epoch_nanoseconds(id, instant)
    }

    /// The instant that shows a local time by this offset, if the offset holds then.
    fn instant_of(
        &self,
        id: TimeZoneId,
        local: i128,
        offset: UtcOffsetSeconds,
    ) -> Result<Option<EpochNanosecondsAndOffset>> {
        let instant = local - i128::from(offset.0) * NANOSECONDS_PER_SECOND;
        let holds = self.offset(id, instant)? == offset;
        Ok(holds.then_some(EpochNanosecondsAndOffset { ns: EpochNanoseconds(instant), offset }))
    }

    /// The change of the offset that a missing local time falls into.
    fn gap(
        &self,
        id: TimeZoneId,
        local: i128,
        before: UtcOffsetSeconds,
        after: UtcOffsetSeconds,
    ) -> Result<CandidateEpochNanoseconds> {
        // Changes happen at whole seconds.
        let mut low = (local - NANOSECONDS_PER_DAY).div_euclid(NANOSECONDS_PER_SECOND);
        let mut high = (local + NANOSECONDS_PER_DAY).div_euclid(NANOSECONDS_PER_SECOND);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.offset(id, middle * NANOSECONDS_PER_SECOND)? == before {
                low = middle;
            } else {
                high = middle;
            }
        }
        Ok(CandidateEpochNanoseconds::Zero(GapEntryOffsets {
            offset_before: before,
            offset_after: after,
            transition_epoch: EpochNanoseconds(high * NANOSECONDS_PER_SECOND),
        }))
    }
}

impl TimeZoneProvider for Zones {
    fn get(&self, identifier: &[u8]) -> Result<TimeZoneId> {
        COMPILED_TZ_PROVIDER.get(identifier)
    }

    fn identifier(&self, id: TimeZoneId) -> Result<Cow<'_, str>> {
        COMPILED_TZ_PROVIDER.identifier(id)
    }

    fn canonicalized(&self, id: TimeZoneId) -> Result<TimeZoneId> {
        COMPILED_TZ_PROVIDER.canonicalized(id)
    }

    fn candidate_nanoseconds_for_local_epoch_nanoseconds(
        &self,
        id: TimeZoneId,
        local_datetime: IsoDateTime,
    ) -> Result<CandidateEpochNanoseconds> {
        self.candidates(id, local_datetime.as_nanoseconds().0)
    }

    fn transition_nanoseconds_for_utc_epoch_nanoseconds(
        &self,
        id: TimeZoneId,
        epoch_nanoseconds: i128,
    ) -> Result<UtcOffsetSeconds> {
        COMPILED_TZ_PROVIDER.transition_nanoseconds_for_utc_epoch_nanoseconds(id, epoch_nanoseconds)
    }

    fn get_time_zone_transition(
        &self,
        id: TimeZoneId,
        epoch_nanoseconds: i128,
        direction: TransitionDirection,
    ) -> Result<Option<EpochNanoseconds>> {
        COMPILED_TZ_PROVIDER.get_time_zone_transition(id, epoch_nanoseconds, direction)
    }
}
