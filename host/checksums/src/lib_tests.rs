use super::*;

/// The results of Bun 1.4.5 for prefixes of "abcdefghijabcdefghij…" of these lengths, seed 0.
const EXPECTED: &[(ChecksumAlgorithm, [(usize, u64); 5])] = &[
    (
        ChecksumAlgorithm::Wyhash,
        [
            (0, 0x409638ee2bde459),
            (5, 0x35c9e8515eef501e),
            (17, 0x4cf9e7694a686b32),
            (48, 0x95a569bee1ad3671),
            (200, 0x29385d981de2fd11),
        ],
    ),
    (ChecksumAlgorithm::Adler32, [(0, 0x1), (5, 0x5c801f0), (17, 0x3c2206b4), (48, 0xd0eb1301), (200, 0x1d7d4f4d)]),
    (ChecksumAlgorithm::Crc32, [(0, 0x0), (5, 0x8587d865), (17, 0x37beb372), (48, 0x75b19f6e), (200, 0x5d360330)]),
    (
        ChecksumAlgorithm::CityHash32,
        [(0, 0xdc56d17a), (5, 0xa3f366ac), (17, 0x84e74a9b), (48, 0x49bc845b), (200, 0x5494402c)],
    ),
    (
        ChecksumAlgorithm::CityHash64,
        [
            (0, 0x0),
            (5, 0x84db8a676db14a76),
            (17, 0x84b32c200c0db73e),
            (48, 0x54e85fa4697d3e20),
            (200, 0x2bce85a9c6f43345),
        ],
    ),
    (
        ChecksumAlgorithm::XxHash32,
        [(0, 0x2cc5d05), (5, 0x9738f19b), (17, 0x98e9a76), (48, 0x28ca16de), (200, 0x2e83588f)],
    ),
    (
        ChecksumAlgorithm::XxHash64,
        [
            (0, 0xef46db3751d8e999),
            (5, 0x7e3670c0c8dc7eb),
            (17, 0x259e9d8e25aa44eb),
            (48, 0x8ca81e20b9e81a3d),
            (200, 0x9a3b65788958fdc4),
        ],
    ),
    (
        ChecksumAlgorithm::XxHash3,
        [
            (0, 0x2d06800538d394c2),
            (5, 0x55c65158ee9e652d),
            (17, 0x3ba1b872ecb8a8e3),
            (48, 0xde643c1ca5ec39c),
            (200, 0x9815c14b4e975d89),
        ],
    ),
    (ChecksumAlgorithm::Murmur32V2, [(0, 0x0), (5, 0x5f09a8de), (17, 0x1ac20bc7), (48, 0xc0176fd2), (200, 0xfb6df343)]),
    (ChecksumAlgorithm::Murmur32V3, [(0, 0x0), (5, 0xe89b9af6), (17, 0x13b7373e), (48, 0xa38da66d), (200, 0x63e228e0)]),
    (
        ChecksumAlgorithm::Murmur64V2,
        [
            (0, 0x0),
            (5, 0x1182974836d6dbb7),
            (17, 0x400b45472b934c97),
            (48, 0x88655b8d53543e63),
            (200, 0x664f6c39a7bfb88a),
        ],
    ),
    (
        ChecksumAlgorithm::Rapidhash,
        [
            (0, 0x93228a4de0eec5a2),
            (5, 0x3ae4eb3e18a4abef),
            (17, 0xc336366757b28fde),
            (48, 0x47585bd11ce1bca8),
            (200, 0xa35a974b158b8d89),
        ],
    ),
];

#[test]
fn the_numbers_are_those_of_bun() {
    let text = "abcdefghij".repeat(100);
    for (algorithm, cases) in EXPECTED {
        for (length, expected) in cases {
            assert_eq!(
                compute(*algorithm, &text.as_bytes()[..*length], 0),
                *expected,
                "algorithm {algorithm:?}, {length} bytes"
            );
        }
    }
}

#[test]
fn the_seed_counts() {
    assert_eq!(compute(ChecksumAlgorithm::Wyhash, b"hello", 7), 10690884516215825974);
    assert_eq!(compute(ChecksumAlgorithm::Crc32, b"hello", 7), 2217769622);
    assert_eq!(compute(ChecksumAlgorithm::CityHash64, b"hello", 7), 11790185714244580162);
    assert_eq!(compute(ChecksumAlgorithm::Rapidhash, b"hello", 7), 8029758402827414062);
}
